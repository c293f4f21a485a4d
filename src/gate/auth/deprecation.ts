/** When the API key was declared deprecated: 2026-11-01, as RFC 9745 writes a date. */
const DEPRECATED_AT = '@1793491200'

/** What every answer to an API key carries, refusals included, so that its owner hears of it before the last day. */
export function deprecationHeaders(docsUrl: string, sunset: string | undefined): Record<string, string> {
  return {
    deprecation: DEPRECATED_AT,
    link: `<${docsUrl}/guides/authentication>; rel="deprecation"; type="text/html"`,
    ...(sunset && { sunset: new Date(`${sunset}T00:00:00Z`).toUTCString() }),
  }
}
