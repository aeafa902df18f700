// Begins Swagger UI with the description of this very server.

const page = document.querySelector('#page');

/** Search in paths, summaries, descriptions and parameter names; by itself Swagger UI looks at tags alone. */
function opsFilter(taggedOperations, phrase) {
  const wanted = phrase.toLowerCase();
  return taggedOperations
    .map((tagged, tag) =>
      tag.toLowerCase().includes(wanted)
        ? tagged
        : tagged.update('operations', (operations) =>
            operations.filter((one) => textOf(one).toLowerCase().includes(wanted)),
          ),
    )
    .filter((tagged) => tagged.get('operations').size > 0);
}

function textOf(one) {
  const operation = one.get('operation');
  const names = (operation.get('parameters') ?? []).map((parameter) => parameter.get('name') ?? '');
  return [one.get('path'), operation.get('summary'), operation.get('description'), ...names].join(' ');
}

async function start() {
  const response = await fetch('/api/v1/openapi.json');
  if (!response.ok) throw new Error(`status ${response.status}`);
  const spec = await response.json();
  // Requests go to this server alone: the page's policy refuses all others.
  spec.servers = [{ url: location.origin }];
  window.SwaggerUIBundle({
    spec,
    domNode: page,
    plugins: [{ fn: { opsFilter } }],
    filter: true,
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    validatorUrl: null,
  });
}

start().catch((error) => {
  page.textContent = `The description cannot be read: ${error.message}`;
});
