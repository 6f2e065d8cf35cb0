/** Whether an item can be bought on its own and so shows a price. Only playbooks can. `price` in the currency's minor unit. */
export const isForSale = (item: { is_purchasable?: boolean | undefined; price?: number | undefined }) =>
  item.is_purchasable === true && (item.price ?? 0) > 0;
