import { GiftsSection } from '#money/gifts/public/gifts-section.tsx';
import { OffersSection } from '#money/offers/public/offers-section.tsx';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { AdminFrame } from '#ui/admin-frame.tsx';
import * as common from '#ui/words/messages.ts';

export const meta = privateMeta(common.offers);

export default function OffersPage() {
  return (
    <AdminFrame title={common.offers()}>
      <div className="flex flex-col gap-14">
        <OffersSection>
          <GiftsSection />
        </OffersSection>
      </div>
    </AdminFrame>
  );
}
