import { type Check, degraded, ready, seldom } from '../http/readiness.ts'
import type { ObjectStore } from './objects.ts'

const trouble = {
  reason: 'the object store takes nothing; meanwhile files are answered with 503',
  action:
    'see that the place in OBJECT_STORE exists, and that this process may write there; `eclusa doctor store` says more',
}

/** Whether files can be kept. All that has none is served without. */
export function storeCheck(objects: ObjectStore): Check {
  return seldom({
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
