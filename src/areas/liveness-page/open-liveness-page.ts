import { languageOf, sendPage } from './door.ts'
import { findOpened, type PageRoute, runForAddress } from './page-route.ts'
import { overPages, pages } from './render-page.ts'

/** The page itself, or that there are no more attempts. */
export const openLivenessPage: PageRoute = {
  name: 'openLivenessPage',
  method: 'GET',
  path: '',
  async work(call, services) {
    const opened = await runForAddress(services, call, (tx) => findOpened(tx, call.key))
    if (!opened) return undefined
    const left = opened.liveness.attempts < services.settings.LIVENESS_ATTEMPTS_MAX
    return sendPage(call.reply, left ? pages : overPages, languageOf(call.request))
  },
}
