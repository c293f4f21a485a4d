import { type Check, cachedCheck, degraded, ready } from '../http/readiness.ts'
import type { ObjectStore } from './object-store.ts'

const trouble = {
  reason: 'the object store accepts no writes; until then requests for files get 503',
  action:
    'check that the location in OBJECT_STORE exists, and that this process may write there; `eclusa doctor store` shows more',
}

/** Readiness of the object store. Operations without files work without it. */
export function storeCheck(objects: ObjectStore): Check {
  return cachedCheck({
    name: 'store',
    unanswered: trouble,
    around: true,
    look: () =>
      objects.reach().then(
        () => ready,
        () => degraded(trouble.reason, trouble.action),
      ),
  })
}
