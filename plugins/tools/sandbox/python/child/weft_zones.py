"""Time zones, from what was packed into the image: there are no files of an operating system here.

Offsets are those of the server, as JavaScript on it has them; abbreviations, daylight saving and the rules for the far
future are those of the machine's own database, as far as it has them.
"""

import bisect
import io
import struct
import zlib
import zoneinfo
import zoneinfo._common
from datetime import datetime

_packed = {}
_YEAR = 31_556_952
# What the server said reaches from 1970 to 2038.
_END = 2_145_916_800


def pack(files, server):
    """`files`: name to bytes of the zone's file. `server`: `changes` by zone, as `[since, offset]`, and zones by `names`."""
    blobs = {}
    for name in {*files, *server["names"]}:
        made_of = files.get(name), server["names"].get(name)
        if made_of not in blobs:
            blobs[made_of] = zlib.compress(_agreed(made_of[0], server["changes"].get(made_of[1])), 9)
        _packed[name] = blobs[made_of]


def _agreed(data, changes):
    """The file where it says what the server does; else its past, and from where they part on what the server says."""
    if changes is None:
        return data
    if data is None:
        return _file([], changes, b"")
    index, instants, offsets, is_dst, names, rule = zoneinfo._common.load_data(io.BytesIO(data))
    times = [since for since, _ in changes]
    zone = zoneinfo.ZoneInfo.from_file(io.BytesIO(data))
    looks = _looks(times, instants)
    parted = next((at for at in looks if _offset(zone, at) != changes[bisect.bisect(times, at) - 1][1]), None)
    if parted is None:
        return data
    kinds = list(zip(offsets, is_dst, names))
    past = [(at, kinds[kind]) for at, kind in zip(instants, index) if at < parted]
    since = past[-1][0] if past else -1
    later = [change for change in changes if change[0] > since]
    # The rule goes on where the server's last years follow it; without one, the last offset holds for good.
    last_years = [change for change in changes if change[0] > _END - 2 * _YEAR]
    holds = last_years and all(_offset(zone, at) == offset for at, offset in last_years)
    return _file(past, later, rule if holds else b"", [*kinds, *(kinds[kind] for kind in index)])


def _looks(times, instants):
    """Wherever one of both changes, and twice a year, where a rule may."""
    yearly = range(0, _END, _YEAR // 2)
    return sorted({*times, *yearly, *(at for at in instants if 0 <= at < _END)})


def _offset(zone, at):
    return round(datetime.fromtimestamp(at, zone).utcoffset().total_seconds())


def _file(past, changes, rule, kinds=()):
    """
    A file of RFC 9636, version 2, with an empty first part. `past`: instants with their `(offset, is_dst, name)`.
    `kinds`: those of the whole file, the latest used last: changes take the names of what had their offset.
    """
    known = {kind[0]: kind for kind in kinds}
    steps = [*past, *((since, known.setdefault(offset, (offset, 0, _numeric(offset)))) for since, offset in changes)]
    used = list(dict.fromkeys([*kinds, *(kind for _, kind in steps)]))
    letters = b"".join(name.encode() + b"\0" for name in dict.fromkeys(name for _, _, name in used))
    header = b"TZif2" + bytes(15)
    return b"".join([
        header, struct.pack(">6l", 0, 0, 0, 0, 0, 0),
        header, struct.pack(">6l", 0, 0, 0, len(steps), len(used), len(letters)),
        struct.pack(f">{len(steps)}q", *(at for at, _ in steps)),
        bytes(used.index(kind) for _, kind in steps),
        *(struct.pack(">lbb", offset, dst, _place(letters, name)) for offset, dst, name in used),
        letters, b"\n", rule, b"\n",
    ])


def _place(letters, name):
    return (b"\0" + letters).index(b"\0" + name.encode() + b"\0")


def _numeric(offset):
    """`-07`, `+0530`: as the database itself names what has no abbreviation."""
    hours, minutes = divmod(abs(offset) // 60, 60)
    return f"{'-' if offset < 0 else '+'}{hours:02}{f'{minutes:02}' if minutes else ''}"


def _load(key):
    if key not in _packed:
        raise zoneinfo.ZoneInfoNotFoundError(f"No time zone found with key {key}")
    return io.BytesIO(zlib.decompress(_packed[key]))


def install():
    zoneinfo._common.load_tzdata = _load
    zoneinfo.available_timezones = lambda: set(_packed)
