"""What hashlib takes from OpenSSL, which is not here. Part of the memory image: no call pays for it but one that uses it."""

import hashlib
import operator

_most = 2**31 - 1
_inner_pad = bytes(byte ^ 0x36 for byte in range(256))
_outer_pad = bytes(byte ^ 0x5C for byte in range(256))

no_scrypt = (
    "hashlib.scrypt needs OpenSSL, which code nodes don't have, and would take minutes in Python: use hashlib.pbkdf2_hmac,"
    " or compare such hashes in a service that the code asks"
)


def _count(value, name, least):
    value = operator.index(value)
    if value > _most:
        raise OverflowError(f"{name} is too great.")
    if value < 1:
        raise ValueError(least)
    return value


def _new(name, data=b""):
    made = hashlib.new(name, data)
    # Hashes of any length have none of their own.
    if made.digest_size == 0:
        raise ValueError(f"unsupported hash type {name}")
    return made


def pbkdf2_hmac(hash_name, password, salt, iterations, dklen=None):
    """A key of `dklen` bytes from a password, as RFC 8018 derives it. The time limit of the node bounds it."""
    if not isinstance(hash_name, str):
        raise TypeError(f"pbkdf2_hmac() argument 'hash_name' must be str, not {type(hash_name).__name__}")
    password = bytes(memoryview(password))
    salt = bytes(memoryview(salt))
    iterations = _count(iterations, "iteration value", "iteration value must be greater than 0.")
    plain = _new(hash_name)
    size = plain.digest_size
    length = size if dklen is None else _count(dklen, "key length", "key length must be greater than 0.")
    if len(password) > plain.block_size:
        password = _new(hash_name, password).digest()
    password = password.ljust(plain.block_size, b"\0")
    # The keyed beginnings of both hashes, of which every step needs a copy.
    copy_inner = _new(hash_name, password.translate(_inner_pad)).copy
    copy_outer = _new(hash_name, password.translate(_outer_pad)).copy

    def step(data):
        inner = copy_inner()
        inner.update(data)
        outer = copy_outer()
        outer.update(inner.digest())
        return outer.digest()

    read = int.from_bytes
    blocks = []
    for number in range(1, -(-length // size) + 1):
        value = step(salt + number.to_bytes(4, "big"))
        mixed = read(value, "big")
        for _ in range(iterations - 1):
            value = step(value)
            mixed ^= read(value, "big")
        blocks.append(mixed.to_bytes(size, "big"))
    return b"".join(blocks)[:length]


def _missing(name):
    if name == "scrypt":
        raise AttributeError(no_scrypt)
    raise AttributeError(f"module 'hashlib' has no attribute {name!r}")


def install():
    pbkdf2_hmac.__module__ = "hashlib"
    hashlib.pbkdf2_hmac = pbkdf2_hmac
    hashlib.__all__ += ("pbkdf2_hmac",)
    # Not a function that fails: who asks whether there is one shall hear that there is none.
    hashlib.__getattr__ = _missing
