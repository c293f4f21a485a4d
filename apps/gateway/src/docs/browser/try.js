// For the reference page: makes its requests work when a reader tries them.
const send = window.fetch

// In the language of the previous page.
const lang = new URLSearchParams(location.search).get('lang')
if (lang) document.documentElement.lang = lang

window.fetch = async (input, init) => {
  const request = new Request(
    lang && String(input).endsWith('/openapi.json') ? `${input}?lang=${encodeURIComponent(lang)}` : input,
    init,
  )
  // A new nonce for every request: the value in the field only shows its form.
  if (request.headers.has('nonce') && crypto.randomUUID) request.headers.set('nonce', crypto.randomUUID())
  const response = await send(request)
  return new URL(request.url).pathname === '/openapi.json' ? unfiltered(await response.json()) : response
}

// Accessibility: buttons without a name get one, and lists that only a mouse can scroll get keyboard focus.
new MutationObserver(() => {
  for (const button of document.querySelectorAll('.scalar-code-copy:not([aria-label])'))
    button.setAttribute('aria-label', lang === 'pt-BR' ? 'Copiar' : 'Copy')
  for (const list of document.querySelectorAll('ul.endpoints:not([tabindex])')) list.tabIndex = 0
}).observe(document, { childList: true, subtree: true })

// Removes preselected filters: the package selects the first value of each enum, which would hide most records.
function unfiltered(contract) {
  for (const operation of Object.values(contract.paths).flatMap((methods) => Object.values(methods)))
    for (const parameter of operation.parameters ?? []) {
      const { enum: values, default: usual } = parameter.schema
      if (parameter.required || !(values || usual)) continue
      parameter.examples = { default: { value: usual ?? values[0], 'x-disabled': true } }
    }
  return new Response(JSON.stringify(contract), { headers: { 'content-type': 'application/json' } })
}
