import { data, Link } from 'react-router';

export const loader = () => data(null, { status: 404 });
export const meta = () => [{ title: '404 - Page Not Found' }, { name: 'robots', content: 'noindex' }];

export default function NotFoundPage() {
  return (
    <div className="page py-28 text-center">
      <h1 className="text-4xl">404 - Page Not Found</h1>
      <p className="mt-4 text-muted">The page you're looking for doesn't exist.</p>
      <Link
        to="/dashboard"
        className="mt-8 inline-block font-semibold text-accent underline underline-offset-4"
      >
        Back to Dashboard
      </Link>
    </div>
  );
}
