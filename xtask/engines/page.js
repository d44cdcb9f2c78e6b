// Runs the modules that `run-browser.py` serves, one after another, each in a worker of its own.
"use strict";

// The worker itself posts what the program wrote, and then sends a message.
function runOne(job, seconds) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(`browser.js?${job}`);
    const end = () => {
      clearTimeout(timer);
      worker.terminate();
      resolve();
    };
    const timer = setTimeout(() => {
      worker.terminate();
      fetch(`late?${job}`, { method: "POST" }).then(resolve, reject);
    }, 1000 * seconds);
    worker.onmessage = end;
  });
}

async function runAll() {
  const jobs = await fetch("jobs", { cache: "no-store" });
  const { count, seconds } = await jobs.json();
  for (let job = 0; job < count; job++) await runOne(job, seconds);
}

runAll().catch((error) => fetch("failure", { method: "POST", body: `${error}\n` }));
