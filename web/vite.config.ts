// Builds the page to one HTML file with everything inside, which the program embeds: `view` serves it, `report` writes data into it.
import type {Plugin} from 'vite';
import {defineConfig} from 'vite';

const entry = process.env.BRICARD_PAGE ?? 'index.html'; // or study.html

// Puts the script and the style sheet of the bundle into the page, so that one file works from disk.
function inOneFile(): Plugin {
  return {
    name: 'in-one-file',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = Object.values(bundle).find((each) => each.type === 'asset' && each.fileName === entry);
      if (page?.type !== 'asset') throw new Error(`the bundle has no ${entry}`);
      let html = String(page.source);
      for (const [name, each] of Object.entries(bundle)) {
        if (each.type === 'chunk') {
          // `</script` would end the element; in JavaScript `<\/script` means the same.
          const code = each.code.replaceAll('</script', '<\\/script');
          html = html.replace(/<script type="module"[^>]*><\/script>/, '');
          html = html.replace('</body>', () => `<script type="module">${code}</script>\n</body>`);
          delete bundle[name];
        } else if (name.endsWith('.css')) {
          html = html.replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${String(each.source)}</style>`);
          delete bundle[name];
        }
      }
      page.source = html;
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [inOneFile()],
  build: {
    outDir: process.env.BRICARD_PAGE_OUT ?? '../build/page',
    emptyOutDir: true,
    rollupOptions: {input: entry},
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 1e8,
    chunkSizeWarningLimit: 2000,
  },
});
