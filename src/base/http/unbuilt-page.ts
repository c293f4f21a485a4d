/** What is shown as long as nothing is built: what to do about it, in both languages, since nobody has chosen one. */
export function unbuiltPage(command: string): string {
  return `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="2">
<title>Eclusa</title>
<h1>Estas páginas ainda não foram construídas</h1>
<p>Rode <code>npm run ${command}</code>. No sandbox isso já está acontecendo: esta página se atualiza sozinha.</p>
<h2 lang="en-US">These pages are not built yet</h2>
<p lang="en-US">Run <code>npm run ${command}</code>. The sandbox is already doing so: this page refreshes by itself.</p>
</html>
`
}
