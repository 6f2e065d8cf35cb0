type Props = { title: string; html: string; close: () => void };

/**
 * An email in a dialog as an email program shows it: no scripts run, and links open in a new tab. It has the page's origin only so that
 * Escape closes the dialog from within it too.
 */
export const EmailFrame = ({ title, html, close }: Props) => (
  <iframe
    title={title}
    className="block size-full min-h-[60dvh] border-0"
    sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
    srcDoc={html.replace('<head>', '<head><base target="_blank">')}
    onLoad={({ currentTarget: { contentDocument } }) =>
      contentDocument?.addEventListener('keydown', ({ key }) => key === 'Escape' && close())
    }
  />
);
