// For the page of the reference, so that a request works when it is tried.
const send = window.fetch

window.fetch = async (input, init) => {
  const request = new Request(input, init)
  // A nonce of its own, however often it is sent: what stands in the field only shows its form.
  if (request.headers.has('nonce') && crypto.randomUUID) request.headers.set('nonce', crypto.randomUUID())
  const response = await send(request)
  return new URL(request.url).pathname === '/openapi.json' ? unfiltered(await response.json()) : response
}

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
