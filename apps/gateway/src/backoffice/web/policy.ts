import type { Settings } from '../../platform/config/settings.ts'
import type { Objects } from '../../platform/object-storage/create-object-store.ts'
import type { BackofficeIssuer } from '../auth/issuer.ts'
import type { peopleSettings } from '../auth/settings.ts'

/** Content-Security-Policy: scripts from here, images from the object store, and form targets here and at the issuer. */
export interface Policy {
  headers(nonce: string): Promise<Record<string, string>>
}

export interface PolicyServices extends Pick<Objects, 'objects'> {
  settings: Settings<typeof peopleSettings>
  people: { issuer: BackofficeIssuer }
}

export function createSecurityPolicy({ objects, settings, people }: PolicyServices): Policy {
  let leaving = new URL(settings.DESK_OIDC_ISSUER).origin
  let files: string | undefined

  /** No call is made: a URL is signed locally, which shows the origin of all of them. */
  const filesOrigin = async () => {
    const url = await objects.signDownload('origin', { name: 'origin', contentType: 'text/plain', seconds: 1 })
    return new URL(url).origin
  }
  /** The issuer's discovery document names its logout address. A page does not wait for an unavailable issuer. */
  const learnLeaving = () =>
    people.issuer.endSessionUrl().then(
      (url) => {
        if (url) leaving = url.origin
      },
      () => {},
    )

  return {
    async headers(nonce) {
      files ??= await filesOrigin()
      void learnLeaving()
      return {
        'content-security-policy': [
          `default-src 'none'`,
          `script-src 'self'`,
          `style-src 'self' 'nonce-${nonce}'`,
          `img-src 'self' ${files}`,
          `media-src 'self' ${files}`,
          // The browser itself shows a PDF, in a frame.
          `frame-src ${files}`,
          `font-src 'self'`,
          `connect-src 'self'`,
          `worker-src 'self'`,
          `base-uri 'none'`,
          `form-action 'self' ${leaving}`,
          `frame-ancestors 'none'`,
        ].join('; '),
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': 'camera=(), microphone=(), geolocation=()',
        // Referrer for our own origin only. Without any, a form would have no Origin, and logout would be rejected.
        'referrer-policy': 'same-origin',
        'x-robots-tag': 'noindex, nofollow',
      }
    },
  }
}
