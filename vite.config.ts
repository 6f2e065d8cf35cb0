import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

/**
 * Text never moves because a font arrives: a page whose fonts are not there at its first paint keeps the fallbacks, and the next
 * one has the real faces from the browser's cache. All browsers that can run the site read WOFF2.
 */
const stableFonts: Plugin = {
  name: 'stable-fonts',
  enforce: 'pre',
  transform(code, id) {
    if (!/@fontsource[^?]*\.css/.test(id)) return undefined;
    return code
      .replaceAll('font-display: swap', 'font-display: optional')
      .replaceAll(/, url\([^)]*\.woff\) format\('woff'\)/g, '');
  },
};

export default defineConfig({
  plugins: [stableFonts, tailwindcss(), reactRouter()],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What every page needs comes in two files instead of twenty; the rest is split by page.
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
                {
                  name: 'public',
                  test: /src\/(constants|root|ui\/(button|class-names|format|empty-state|chip|theme|toasts)|platform\/page-meta|people\/session\/(public\/session|session-key)|library\/catalog\/public\/(browse|prompt-type|tag)|site\/settings\/(public\/site|settings-defaults)|shell\/(logo|navigation|public|top))/,
                },
              ],
            },
          },
        },
      },
    },
  },
});
