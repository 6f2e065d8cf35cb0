import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { build, defineConfig, type Plugin } from 'vite';
import { singleMessages } from './scripts/single-messages.ts';

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

const target = 'es2022';

/** What a build of the pages has found out, for the server's code. */
const toldToServer = (name: string, told: () => string) => ({
  resolveId: (id: string) => (id === name ? `\0${name}` : undefined),
  load: (id: string) => (id === `\0${name}` ? `export default ${JSON.stringify(told())}` : undefined),
});

/** Tells the server the address of the code that formats texts as `virtual:formatter`. */
function formatter(): Plugin {
  let address = '/src/ui/markdown/markdown.tsx';
  return {
    name: 'formatter',
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return;
      const file = Object.values(bundle).find(
        (output) => output.type === 'chunk' && output.name === 'markdown',
      );
      if (!file) throw new Error('The formatter of markdown has no file of its own');
      address = `/${file.fileName}`;
    },
    ...toldToServer('virtual:formatter', () => address),
  };
}

/** Builds the script of every page apart from the app, as one file, and tells the server its address as `virtual:page-script`. */
function pageScript(): Plugin {
  const source = '/src/shell/page-script/main.ts';
  let address = source;
  return {
    name: 'page-script',
    async buildStart() {
      if (this.environment.name !== 'client' || this.environment.mode !== 'build') return;
      const result = await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        build: {
          write: false,
          target,
          modulePreload: { polyfill: false },
          rolldownOptions: {
            input: `.${source}`,
            output: { entryFileNames: 'assets/page-script-[hash].js', codeSplitting: false },
          },
        },
      });
      const [file] = 'output' in result ? result.output : [];
      if (!file) throw new Error(`${source} was not built`);
      address = `/${file.fileName}`;
      this.emitFile({ type: 'asset', fileName: file.fileName, source: file.code });
    },
    ...toldToServer('virtual:page-script', () => address),
  };
}

/**
 * In what the browser gets, the language of the compiled messages is a name that `scripts/build.mjs` fills in: the app is built once and
 * written down for each language, with that language's texts only.
 */
const openLocale: Plugin = {
  name: 'open-locale',
  transform(code, id) {
    const isForBrowser = this.environment.name === 'client' && this.environment.mode === 'build';
    if (!isForBrowser || !/\/words\/messages\.ts(\?|$)/.test(id)) return undefined;
    return code.replaceAll('locale()', '__LOCALE__');
  },
};

/**
 * What the root of the app imports. It is loaded with the first pages, and the root itself apart from it: the style sheet goes with the
 * root's file, and comes again with each part of a page if others need that.
 */
const frame = new Set<string>();
/** Modules that ask for further parts as soon as they run, so they stay out of files that other pages load; what they import does not. */
const ofPrompts = /src\/library\/prompts\/prompt-(page|body)\.tsx(\?|$)/;
/** What the page of a prompt needs besides, which most links lead to. Pages that share code with it load its file. */
const promptParts = new Set<string>();
/** What the page of a playbook has in common with other pages too. In the file of what is shared, all the rest of that file would come along. */
const ofPlaybooks =
  /src\/library\/versions\/public\/(item-versions|playbook-\w+)\.tsx?$|src\/ui\/saving\/(new-id|use-record-id)\.ts$|\/icons\/(download|chevron-down)\.m?js$/;
/** What is on the page of a playbook; its texts that stand elsewhere too are no reason to load those of all pages. */
const onPlaybooks = /src\/library\/playbooks\/(playbook-(page|overview|viewer|step)|step-prompts)\.tsx(\?|$)/;
const isMessage = (id: string) => /\/words\/messages\.ts\?message=/.test(id);

/** Modules that need the packages of forms, directly or not: they travel together, so that a page without forms loads none of them. */
const needingForms = new Set<string>();
const findNeeding: Plugin = {
  name: 'find-needing',
  buildEnd() {
    if (this.environment.name !== 'client') return;
    const add = (id: string) => {
      if (needingForms.has(id)) return;
      needingForms.add(id);
      for (const importer of this.getModuleInfo(id)?.importers ?? []) add(importer);
    };
    for (const id of this.getModuleIds()) {
      if (/node_modules\/(zod|react-hook-form)\//.test(id)) add(id);
      const imported = this.getModuleInfo(id)?.importedIds ?? [];
      if (id.endsWith('/src/root.tsx'))
        for (const module of imported) if (!/\.css$/.test(module)) frame.add(module);
      if (ofPrompts.test(id))
        for (const module of imported) if (!ofPrompts.test(module)) promptParts.add(module);
      if (onPlaybooks.test(id) || ofPlaybooks.test(id))
        for (const module of imported) if (isMessage(module)) promptParts.add(module);
    }
  },
};

/** What only editors of admins need, of which there are more than a few. */
const isEditing = (id: string) =>
  /src\/ui\/(markdown\/markdown-(editor|text|toolbar)|tables\/sortable)\.tsx$|@radix-ui\/react-(toolbar|toggle)/.test(
    id,
  );

/** How a session proves itself again before a few actions. Signing in needs none of it. */
const isProof = (id: string) =>
  /src\/people\/auth\/public\/(owner-proof|confirm-owner|proof-dialog)\.tsx$/.test(id);

/** The pages that members open first. What they need comes in one file, with nothing else in it. */
const firstPages =
  /src\/(shell\/member-layout|library\/(prompts\/library|playbooks\/playbooks|dashboard\/dashboard)-page)\.tsx(\?route-chunk=main)?$/;
/** What pages need around accounts and payments, which are seldom opened. */
const isOfAccounts = (id: string) => /src\/(people|money\/billing)\//.test(id);

export default defineConfig(({ command }) => ({
  plugins: [
    stableFonts,
    pageScript(),
    formatter(),
    singleMessages,
    openLocale,
    findNeeding,
    tailwindcss(),
    reactRouter(),
  ],
  worker: {
    format: 'es',
    // The variant for browsers asks the document, which a worker does not have.
    plugins: () => [
      {
        name: 'entities-without-document',
        enforce: 'pre',
        resolveId: (id) =>
          id === 'decode-named-character-reference'
            ? fileURLToPath(
                new URL('node_modules/decode-named-character-reference/index.js', import.meta.url),
              )
            : undefined,
      },
    ],
  },
  // For browsers older than those that pages need, :dir(rtl) would become a list of languages, which ignores dir="auto".
  build: { target, cssTarget: ['chrome123', 'firefox128', 'safari17.5'], assetsInlineLimit: 0 },
  // The server's pages too: React's build for developers renders three times as slowly, and is left out.
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  environments: {
    // With the packages inside, a page is rendered from a dozen files instead of hundreds.
    ssr: command === 'build' ? { resolve: { noExternal: true } } : {},
    client: {
      build: {
        // `scripts/build.mjs` does it, once for each language.
        minify: false,
        cssMinify: 'lightningcss',
        rolldownOptions: {
          output: {
            // What many pages need comes in a few files instead of forty; the rest is split by page. See decisions 0083, 0122, 0125 and 0127. A group
            // takes along what its modules need, so the order matters: nothing may need a later group.
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
                { name: 'app', test: (id) => firstPages.test(id) || frame.has(id) },
                { name: 'prompt', test: (id) => promptParts.has(id) || ofPlaybooks.test(id) },
                { name: 'words', test: isMessage, minShareCount: 2 },
                {
                  name: 'members',
                  test: (id) => !needingForms.has(id) && !isEditing(id),
                  minShareCount: 20,
                },
                { name: 'markdown', test: /src\/ui\/markdown\/markdown\.tsx$/ },
                {
                  name: 'shared',
                  test: (id) => !needingForms.has(id) && !isEditing(id) && !isOfAccounts(id),
                  minShareCount: 3,
                  maxModuleSize: 12_000,
                },
                { name: 'forms', test: (id) => needingForms.has(id) && !isProof(id), minShareCount: 3 },
                { name: 'editing', test: isEditing },
              ],
            },
          },
        },
      },
    },
  },
}));
