import type { ReplaySchema } from './intention.ts'

/** For whom, under what and in which language requests run. What is left out is as the gateway chooses. */
export type Acting = {
  /** The wallet money moves in. */
  wallet?: string
  /** The language of texts: Portuguese, unless said. */
  language?: 'pt-BR' | 'en-US'
  /** What makes two writes equal. Without it their content alone does: the same call again is a repeat, for two hours. */
  replay?: ReplaySchema
} & (
  | { product?: string; targetUser?: never }
  /** Who acts for a target user names the product in which it may. */
  | { product: string; targetUser: string }
)

export function headersOf({ product, targetUser, wallet, language }: Acting): Record<string, string> {
  return {
    ...(product && { 'x-product-uuid': product }),
    ...(targetUser && { 'x-product-target-user-uuid': targetUser }),
    ...(wallet && { 'x-wallet-uuid': wallet }),
    ...(language && { 'x-lang': language }),
  }
}

/**
 * The same but for what is said now. Users and wallets are of a product: who names one begins anew with both, and never acts
 * for somebody in a place where nobody said so.
 */
export function narrowed({ wallet, targetUser, ...rest }: Acting, said: Acting): Acting {
  const kept = said.product === undefined ? { wallet, targetUser } : {}
  return { ...rest, ...kept, ...said } as Acting
}
