rl.question('Name?', done);
