"""Time zones, from the database that was packed into the image: there are no files of an operating system here."""

import io
import zlib
import zoneinfo
import zoneinfo._common

_packed = {}


def pack(zones):
    """`zones`: name to bytes of the zone's file."""
    blobs = {}
    for name, data in zones.items():
        _packed[name] = blobs.setdefault(data, zlib.compress(data, 9))


def _load(key):
    if key not in _packed:
        raise zoneinfo.ZoneInfoNotFoundError(f"No time zone found with key {key}")
    return io.BytesIO(zlib.decompress(_packed[key]))


def install():
    zoneinfo._common.load_tzdata = _load
    zoneinfo.available_timezones = lambda: set(_packed)
