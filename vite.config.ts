import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
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
