import { clientView } from './client/client-view.ts'
import type { AnyKindView } from './kind.ts'

/** Every kind of case that has a page: the table of kinds, by their names in the contract. */
export const kinds: Partial<Record<string, AnyKindView>> = {
  client: clientView,
}
