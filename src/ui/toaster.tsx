import { Toaster } from 'sonner';
import { useTheme } from './theme.ts';

export default function StyledToaster() {
  const { theme } = useTheme();
  return (
    <Toaster
      theme={theme}
      // Below the bars at the top, and clear of the buttons that end a dialog.
      position="top-center"
      offset={{ top: '4.75rem' }}
      mobileOffset={{ top: '4.75rem' }}
      closeButton
      toastOptions={{
        style: {
          background: 'var(--surface)',
          color: 'var(--ink)',
          border: '1px solid var(--line-strong)',
          fontFamily: 'var(--font-sans)',
        },
      }}
    />
  );
}
