import { isPath } from './options.ts'

/** Credentials are replaced by variable names, because users send such lines to colleagues. */
const placeholders: Record<string, string> = {
  authorization: 'authorization: Bearer $ECLUSA_TOKEN',
  'x-api-key': 'x-api-key: $ECLUSA_API_KEY',
}
/** Headers that curl sets itself. */
const left = new Set(['content-length', 'user-agent', 'content-type'])

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Formats the client's own request as a curl command. */
export function asCurl({ method, url, headers }: Request, body: Record<string, unknown>, isForm: boolean): string {
  const lines = [`curl -X ${method} ${quoted(url)}`]
  for (const [name, value] of headers)
    if (placeholders[name]) lines.push(`-H "${placeholders[name]}"`)
    else if (!left.has(name)) lines.push(`-H ${quoted(`${name}: ${value}`)}`)
  if (isForm) lines.push(...Object.entries(body).map(([name, value]) => `-F ${quoted(`${name}=${fieldOf(value)}`)}`))
  else if (Object.keys(body).length > 0)
    lines.push(`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(body))}`)
  return `${lines.join(' \\\n  ')}\n`
}

const fieldOf = (value: unknown) => (isPath(value) ? `@${value.path}` : String(value))
