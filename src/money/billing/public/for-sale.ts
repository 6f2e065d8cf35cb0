/** Whether a playbook can be bought on its own and so shows a price. `price` in cents. */
export const isForSale = ({ is_purchasable, price }: { is_purchasable: boolean; price: number }) =>
  is_purchasable && price > 0;
