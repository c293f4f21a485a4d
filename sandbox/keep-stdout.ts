/**
 * Imported first. Standard output belongs to the sandbox's own answer, one line of JSON when asked; the OpenID provider
 * greets through the console as soon as it is imported, so the console goes to standard error.
 */
const toStandardError = (...words: unknown[]) => void process.stderr.write(`${words.map(String).join(' ')}\n`)
console.log = toStandardError
console.info = toStandardError
console.warn = toStandardError
