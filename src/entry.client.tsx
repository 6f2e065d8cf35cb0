import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { markStarted } from '#shell/page-script/app-starter.ts';
import { tolerateTranslation } from '#shell/translated-page.ts';

tolerateTranslation();
if (!CSS.supports('field-sizing', 'content'))
  void import('#ui/forms/grow-fields.ts').then(({ growFields }) => growFields());

markStarted();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
