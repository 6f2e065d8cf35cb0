import { GiftsSection } from '#money/gifts/public/gifts-section.tsx';
import { OffersSection } from '#money/offers/public/offers-section.tsx';
import { privateMeta } from '#platform/page-meta.ts';
import { AdminFrame } from '#ui/admin-frame.tsx';

export const meta = () => privateMeta('Offers');

export default function OffersPage() {
  return (
    <AdminFrame title="Offers">
      <div className="flex flex-col gap-14">
        <OffersSection>
          <GiftsSection />
        </OffersSection>
      </div>
    </AdminFrame>
  );
}
