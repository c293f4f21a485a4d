/**
 * Imported first. Standard output belongs to the sandbox's own result, one line of JSON when requested. The OpenID provider
 * logs to the console at import, so the console is redirected to standard error.
 */
const toStandardError = (...words: unknown[]) => void process.stderr.write(`${words.map(String).join(' ')}\n`)
console.log = toStandardError
console.info = toStandardError
console.warn = toStandardError
