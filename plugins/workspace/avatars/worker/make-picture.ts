import { crop, fliph, flipv, PhotonImage, resize, rotate, SamplingFilter } from '@silvia-odwyer/photon-node';

/** Pixels of a side. */
const SIDE = 256;

/**
 * The middle of an image as a small square PNG, made of pixels alone: nothing else that came with them is kept. Of moving
 * images the first picture. The process is not used again, so nothing is freed.
 */
export function makePicture(bytes: Uint8Array, orientation: number): Uint8Array {
  const image = PhotonImage.new_from_byteslice(bytes);
  const [width, height] = [image.get_width(), image.get_height()];
  const scale = SIDE / Math.min(width, height);
  const long = (side: number) => Math.max(SIDE, Math.round(side * scale));
  // Sides far apart: what lies outside the square is cut off first, or the other side would grow without bounds.
  const isFarApart = Math.max(width, height) > 8 * Math.min(width, height);
  const square = isFarApart
    ? resize(middle(image, Math.min(width, height)), SIDE, SIDE, SamplingFilter.Triangle)
    : middle(resize(image, long(width), long(height), SamplingFilter.Triangle), SIDE);
  return upright(square, orientation).get_bytes();
}

function middle(image: PhotonImage, side: number): PhotonImage {
  const left = Math.floor((image.get_width() - side) / 2);
  const top = Math.floor((image.get_height() - side) / 2);
  return crop(image, left, top, left + side, top + side);
}

/** As cameras mean it to be seen (Exif, orientation). */
function upright(square: PhotonImage, orientation: number): PhotonImage {
  const isTransposed = orientation >= 5;
  const turned = isTransposed ? rotate(square, orientation <= 6 ? 90 : 270) : square;
  if (orientation === 3) return rotate(square, 180);
  if (orientation === 2 || orientation === 5 || orientation === 7) fliph(turned);
  if (orientation === 4) flipv(turned);
  return turned;
}
