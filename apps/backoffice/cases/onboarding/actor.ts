/** The actor of an activity entry: a part of the gateway by its name, an analyst by name and without the id. */
export function whoIs({ actors }: { actors: Record<string, string> }, actor: string): string {
  const analyst = /^analyst (.+?)(?: \([^()]*\))?$/.exec(actor)?.[1]
  return analyst ?? actors[actor] ?? actor.replace(/ \([^()]*\)$/, '')
}
