/** When the API key was declared deprecated: 2026-11-01, in the notation of RFC 9745. */
const DEPRECATED_AT = '@1793491200'

/** Headers of every response to an API key, errors included, so that its owner learns of the end date in time. */
export function deprecationHeaders(docsUrl: string, sunset: string | undefined): Record<string, string> {
  return {
    deprecation: DEPRECATED_AT,
    link: `<${docsUrl}/guides/authentication>; rel="deprecation"; type="text/html"`,
    ...(sunset && { sunset: new Date(`${sunset}T00:00:00Z`).toUTCString() }),
  }
}
