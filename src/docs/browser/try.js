// For the page of the reference, so that a request works when it is tried.
const send = window.fetch

// In the language that the page before it was read in.
const lang = new URLSearchParams(location.search).get('lang')
if (lang) document.documentElement.lang = lang

window.fetch = async (input, init) => {
  const request = new Request(
    lang && String(input).endsWith('/openapi.json') ? `${input}?lang=${encodeURIComponent(lang)}` : input,
    init,
  )
  // A nonce of its own, however often it is sent: what stands in the field only shows its form.
  if (request.headers.has('nonce') && crypto.randomUUID) request.headers.set('nonce', crypto.randomUUID())
  const response = await send(request)
  return new URL(request.url).pathname === '/openapi.json' ? unfiltered(await response.json()) : response
}

// Buttons that have no name, and lists that can only be moved by a mouse, are given one and made to be reached.
new MutationObserver(() => {
  for (const button of document.querySelectorAll('.scalar-code-copy:not([aria-label])'))
    button.setAttribute('aria-label', lang === 'pt-BR' ? 'Copiar' : 'Copy')
  for (const list of document.querySelectorAll('ul.endpoints:not([tabindex])')) list.tabIndex = 0
}).observe(document, { childList: true, subtree: true })

// Nothing is chosen that the reader did not choose: the first value of each list would be, and hide most records.
function unfiltered(contract) {
  for (const operation of Object.values(contract.paths).flatMap((methods) => Object.values(methods)))
    for (const parameter of operation.parameters ?? []) {
      const { enum: values, default: usual } = parameter.schema
      if (parameter.required || !(values || usual)) continue
      parameter.examples = { default: { value: usual ?? values[0], 'x-disabled': true } }
    }
  return new Response(JSON.stringify(contract), { headers: { 'content-type': 'application/json' } })
}
