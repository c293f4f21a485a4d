import type { ReplaySchema } from './idempotency.ts'

/** The scope and language of requests. The gateway chooses what is left out. */
export type RequestContext = {
  /** The wallet that money moves in. */
  wallet?: string
  /** The language of texts: Portuguese by default. */
  language?: 'pt-BR' | 'en-US'
  /** Which values make two writes equal. By default their content alone: the same call again is a repeat, for two hours. */
  replay?: ReplaySchema
} & (
  | { product?: string; targetUser?: never }
  /** A caller that acts for a target user names the product in which it may. */
  | { product: string; targetUser: string }
)

export function headersOf({ product, targetUser, wallet, language }: RequestContext): Record<string, string> {
  return {
    ...(product && { 'x-product-uuid': product }),
    ...(targetUser && { 'x-product-target-user-uuid': targetUser }),
    ...(wallet && { 'x-wallet-uuid': wallet }),
    ...(language && { 'x-lang': language }),
  }
}

/**
 * The same scope with some values replaced. Users and wallets belong to a product, so a new product drops both: a call never
 * acts for a user in a product that was not named with it.
 */
export function narrowed({ wallet, targetUser, ...rest }: RequestContext, said: RequestContext): RequestContext {
  const kept = said.product === undefined ? { wallet, targetUser } : {}
  return { ...rest, ...kept, ...said } as RequestContext
}
