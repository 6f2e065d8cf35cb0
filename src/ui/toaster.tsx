import { Toaster } from 'sonner';
import { useTheme } from './theme.ts';

export { toast as sonner } from 'sonner';

export default function StyledToaster() {
  const theme = useTheme();
  return (
    <Toaster
      theme={theme}
      // Below the top bar, and clear of a dialog's buttons.
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
