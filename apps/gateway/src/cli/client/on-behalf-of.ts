import type { RequestContext } from '@eclusa/client/src/index.ts'
import { Misunderstood } from './error-messages.ts'

/** The product and target user from the options. */
export interface Acted {
  product?: string
  targetUser?: string
  wallet?: string
  lang?: RequestContext['language']
}

export function actingOf({ product, targetUser, wallet, lang }: Acted): RequestContext {
  if (targetUser !== undefined && product === undefined)
    throw new Misunderstood('--target-user needs --product: a target user belongs to a product')
  return {
    ...(product !== undefined && { product }),
    ...(targetUser !== undefined && { targetUser }),
    ...(wallet !== undefined && { wallet }),
    ...(lang !== undefined && { language: lang }),
  } as RequestContext
}
