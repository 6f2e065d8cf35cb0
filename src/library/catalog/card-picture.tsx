import { cardAddress } from '#site/media/public/media-address.ts';

/** The picture on an item's card. All have the same size, so that nothing moves when it loads. */
export const CardPicture = ({ address }: { address: string | null }) =>
  address ? (
    <img
      src={cardAddress(address)}
      alt=""
      loading="lazy"
      decoding="async"
      width={80}
      height={80}
      className="mb-4 size-20 shrink-0 rounded-sm border border-line object-cover"
    />
  ) : null;
