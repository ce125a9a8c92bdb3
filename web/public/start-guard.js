// Says so when the page's own code does not start. That code may be what is missing, or what an old
// browser cannot read, so this is a script by itself, in the oldest JavaScript; the sentence is in
// the page, and the page's code removes it. It also hides the page, which is written in English, from
// those who read it in another language, until the page's code has translated it.
(function () {
  // Slow connections need a while; when the code starts after all, the sentence goes.
  var patienceMs = 30000;

  // What the browser said of the script, for those who look into it.
  var said = '';

  // As components/language-picker.ts will find it.
  function language() {
    var asked = /[?&]lang=([\w-]+)/.exec(location.search);
    try {
      return (asked && asked[1]) || localStorage.getItem('whylight-language') || navigator.language;
      // The oldest JavaScript wants a name for it.
      // eslint-disable-next-line no-unused-vars
    } catch (refused) {
      return (asked && asked[1]) || navigator.language;
    }
  }
  if (!/^en\b/i.test(language())) document.documentElement.className = 'translating';

  function show() {
    var problem = document.getElementById('not-started');
    if (!problem) return;
    document.documentElement.className = '';
    problem.hidden = false;
    var details = problem.querySelector('details');
    details.hidden = said === '';
    details.querySelector('p').textContent = said;
    problem.querySelector('button').onclick = function () {
      location.reload();
    };
  }

  window.addEventListener(
    'error',
    function (event) {
      var script = event.target;
      // A script that did not arrive, or one that could not be read or run.
      if (script === window || script.tagName === 'SCRIPT') {
        said = script === window ? event.message + ' ' + event.filename : script.src;
        if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show);
        else show();
      }
    },
    true,
  );
  setTimeout(show, patienceMs);
})();
