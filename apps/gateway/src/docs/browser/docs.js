// On a phone the open list of pages would move the text off the screen.
if (matchMedia('(max-width: 60rem)').matches) document.querySelector('nav details').open = false

// A sample response is not for copying. A page without https has no clipboard.
const { copy, copied } = document.body.dataset
for (const block of navigator.clipboard ? document.querySelectorAll('pre:not(.answer)') : []) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = copy
  const tell = () => {
    button.textContent = copied
    setTimeout(() => (button.textContent = copy), 2000)
  }
  button.addEventListener('click', () => void navigator.clipboard.writeText(block.textContent).then(tell))
  const bar = document.createElement('div')
  bar.className = 'bar'
  bar.append(block.dataset.language, button)
  block.before(bar)
}

// The first page has every title, so a search from any page shows its results there.
const field = document.querySelector('input[type=search]')
const shelves = document.querySelectorAll('[data-shelf]')
if (shelves.length > 0) {
  const show = () => {
    const wanted = field.value.trim().toLowerCase()
    let found = 0
    for (const shelf of shelves) {
      const items = [...shelf.querySelectorAll('li')]
      for (const item of items) item.hidden = !item.textContent.toLowerCase().includes(wanted)
      const shown = items.filter((item) => !item.hidden).length
      shelf.hidden = shown === 0
      found += shown
    }
    document.querySelector('#nothing').hidden = found > 0
  }
  field.value = new URLSearchParams(location.search).get('q') ?? ''
  field.addEventListener('input', show)
  show()
}
