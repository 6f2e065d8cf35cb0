import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '#people/session/public/session.tsx';
import { ApiError, api } from '#platform/api-client.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Field } from '#ui/field.tsx';
import { toast } from '#ui/toasts.tsx';

export function SignOutEverywhere() {
  const { signOut } = useSession();
  const navigate = useNavigate();
  return (
    <>
      <p className="mb-4 text-muted">Ends your sessions on all devices, this one too.</p>
      <Button variant="secondary" onClick={() => void signOut('global').then(() => navigate('/signin'))}>
        Sign out everywhere
      </Button>
    </>
  );
}

export function ExportData() {
  const [isBusy, setIsBusy] = useState(false);

  async function download() {
    setIsBusy(true);
    try {
      const data = await (await api.profile.export.$get()).json();
      const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
      const link = document.createElement('a');
      link.href = URL.createObjectURL(file);
      link.download = 'my-data.json';
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'Your data could not be exported.');
    }
    setIsBusy(false);
  }

  return (
    <>
      <p className="mb-4 text-muted">
        Your profile, votes, favorites, comments, copies and purchases as one JSON file.
      </p>
      <Button variant="secondary" disabled={isBusy} onClick={() => void download()}>
        {isBusy ? 'Exporting...' : 'Export my data'}
      </Button>
    </>
  );
}

export function DeleteAccount() {
  const { signOut } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();

  async function remove() {
    setIsBusy(true);
    try {
      await api.profile.$delete({ json: { password } });
      toast.success('Your account is deleted');
      // Without a session the guard leads to /signin.
      await signOut('local');
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'Your account could not be deleted.');
      setIsBusy(false);
    }
  }

  return (
    <>
      <p className="mb-4 text-muted">
        Removes your account with votes, favorites and purchases. Your comments stay as those of a “deleted
        user”.
      </p>
      <Button variant="secondary" className="text-signal" onClick={() => setIsOpen(true)}>
        Delete my account
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => {
          setIsOpen(false);
          setPassword('');
          setProblem(undefined);
        }}
        question="Delete your account for good?"
        confirmLabel={isBusy ? 'Deleting...' : 'Delete my account'}
        isBusy={isBusy || password === ''}
        onConfirm={() => void remove()}
      >
        <p className="mb-4">This cannot be undone. Enter your password to go on.</p>
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          value={password}
          error={problem}
          onChange={(event) => setPassword(event.target.value)}
        />
      </ConfirmDialog>
    </>
  );
}
