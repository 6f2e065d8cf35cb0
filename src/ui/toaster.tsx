import { Toaster } from 'sonner';
import { useTheme } from './theme.ts';

export default function StyledToaster() {
  const { theme } = useTheme();
  return (
    <Toaster
      theme={theme}
      position="bottom-right"
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
