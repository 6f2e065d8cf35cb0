/** The widest that a logo is shown, for each pixel of its height. */
export const widestLogo = 160 / 28;

/**
 * The pixels of a logo in its own proportions.
 * @param ratio its width for each pixel of its height; of one whose size is not known, as 1
 * @param height the highest that it can be
 */
export function logoSize(ratio: number | undefined, height: number) {
  const own = ratio ?? 1;
  const width = Math.min(own, widestLogo) * height;
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(width / own)) };
}
