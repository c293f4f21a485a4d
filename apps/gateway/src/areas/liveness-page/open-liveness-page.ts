import { wasSubmitted } from '../onboarding/liveness/open-address.ts'
import { languageOf, sendPage } from './page-access.ts'
import { findOpened, type PageRoute, runForAddress } from './page-route.ts'

/** Returns the recording page, or the page for a received video, or the page for no more attempts. */
export const openLivenessPage: PageRoute = {
  name: 'openLivenessPage',
  method: 'GET',
  path: '',
  async work(call, services) {
    const { page, sent, over } = call.pages
    const shown = await runForAddress(services, call, async (tx) => {
      const opened = await findOpened(tx, call.key)
      if (opened) return opened.liveness.attempts < services.settings.LIVENESS_ATTEMPTS_MAX ? page : over
      return (await wasSubmitted(tx, call.key)) ? sent : undefined
    })
    return shown && sendPage(call.reply, shown, languageOf(call.request))
  },
}
