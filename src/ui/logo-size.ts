/** The maximum width of a logo, divided by its height. */
export const widestLogo = 160 / 28;

/**
 * The size of a logo in its own proportions, in pixels.
 * @param ratio its width divided by its height; 1 if unknown
 * @param height the maximum height
 */
export function logoSize(ratio: number | undefined, height: number) {
  const own = ratio ?? 1;
  const width = Math.min(own, widestLogo) * height;
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(width / own)) };
}
