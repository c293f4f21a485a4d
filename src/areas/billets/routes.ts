import type { Route } from '../../gate/route.ts'
import type { BilletRegistry } from '../../partners/billet-registry/client.ts'
import { decodeV1 } from './decode.v1.ts'
import { decodeV2 } from './decode.v2.ts'

export function billetRoutes({ billetRegistry }: { billetRegistry: BilletRegistry }): Route[] {
  return [decodeV1(billetRegistry), decodeV2(billetRegistry)]
}
