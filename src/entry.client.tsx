import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { earlyShown, markStarted } from '#shell/page-script/app-starter.ts';
import { tolerateTranslation } from '#shell/translated-page.ts';

tolerateTranslation();
if (!CSS.supports('field-sizing', 'content'))
  void import('#ui/forms/grow-fields.ts').then(({ growFields }) => growFields());

// Hydration can keep a slow phone busy for a second, so the main content is shown first.
void earlyShown().then(() => {
  markStarted();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
  void import('#shell/stray-clicks.ts');
});
