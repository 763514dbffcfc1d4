// Colours that people with every kind of colour vision tell apart: the eight of Okabe
// and Ito (2008) in tints; numbers in cells say what colours only suggest.

const Hues: readonly (readonly [number, number, number])[] = [
  [86, 180, 233],
  [230, 159, 0],
  [0, 158, 115],
  [204, 121, 167],
  [240, 228, 66],
  [0, 114, 178],
  [213, 94, 0],
  [153, 153, 153],
];

export type Rgb = readonly [number, number, number];

function mix(a: Rgb, b: Rgb, part: number): Rgb {
  return [0, 1, 2].map((i) => Math.round(a[i]! + (b[i]! - a[i]!) * part)) as unknown as Rgb;
}

/** So many values as tints: neighbours share a hue, and differ in lightness. */
export function categories(count: number, isDark: boolean): Rgb[] {
  const back: Rgb = isDark ? [24, 27, 33] : [255, 255, 255];
  const hues = Math.min(count, Hues.length);
  const tints = Math.ceil(count / hues);
  return Array.from({ length: count }, (_, i) => {
    const hue = Hues[Math.floor(i / tints) % Hues.length]!;
    const tint = i % tints;
    const least = isDark ? 0.25 : 0.3, most = isDark ? 0.62 : 0.78;
    return mix(hue, back, tints === 1 ? (isDark ? 0.4 : 0.45) : least + ((most - least) * tint) / (tints - 1));
  });
}

/** What is as it should be, beside `heat`. */
export function calm(isDark: boolean): Rgb {
  return isDark ? [0, 92, 70] : [178, 223, 208];
}

/** From nothing to much: pale over orange to red. */
export function heat(part: number, isDark: boolean): Rgb {
  const low: Rgb = isDark ? [33, 38, 46] : [240, 244, 248];
  const middle: Rgb = [230, 159, 0];
  const high: Rgb = [178, 34, 34];
  const p = Math.max(0, Math.min(1, part));
  return p < 0.5 ? mix(low, middle, p * 2) : mix(middle, high, (p - 0.5) * 2);
}

export function css(colour: Rgb): string {
  return `rgb(${colour.join(",")})`;
}

/** Black or white, whichever is read better on the colour. */
export function inkOn(colour: Rgb): string {
  const light = (0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]) / 255;
  return light > 0.5 ? "#14171c" : "#f4f6f8";
}

export const Meanings = {
  same: Hues[7]!,
  register: Hues[0]!,
  lane: Hues[1]!,
  warp: Hues[3]!,
  block: Hues[6]!,
};
