import type { Settings } from '../../base/config/settings.ts'
import type { Objects } from '../../base/objects/open.ts'
import type { Issuer } from '../people/issuer.ts'
import type { peopleSettings } from '../people/settings.ts'

/** What a page may do in a browser: run what comes from here, show what the object store has, and leave by the issuer. */
export interface Policy {
  headers(nonce: string): Promise<Record<string, string>>
}

export interface PolicyServices extends Pick<Objects, 'objects'> {
  settings: Settings<typeof peopleSettings>
  people: { issuer: Issuer }
}

export function openPolicy({ objects, settings, people }: PolicyServices): Policy {
  let leaving = new URL(settings.DESK_OIDC_ISSUER).origin
  let files: string | undefined

  /** Nothing is sent for it: an address is signed here, and tells by which origin all of them begin. */
  const filesOrigin = async () => {
    const url = await objects.signDownload('origin', { name: 'origin', contentType: 'text/plain', seconds: 1 })
    return new URL(url).origin
  }
  /** Where the issuer ends a session it says itself. A page does not wait for an issuer that is away. */
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
          // A PDF is shown by the browser itself, in a frame.
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
        // To nobody else; but without it a form of ours would not say where it comes from, and nobody could log out.
        'referrer-policy': 'same-origin',
        'x-robots-tag': 'noindex, nofollow',
      }
    },
  }
}
